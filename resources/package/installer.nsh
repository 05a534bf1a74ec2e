; Adds "Open with Gatehouse" to the menu of folders, for the person who installs, and removes it with the app.
!macro customInstall
  WriteRegStr SHCTX "Software\Classes\Directory\shell\Gatehouse" "" "Open with Gatehouse"
  WriteRegStr SHCTX "Software\Classes\Directory\shell\Gatehouse" "Icon" "$INSTDIR\${APP_EXECUTABLE_FILENAME},0"
  WriteRegStr SHCTX "Software\Classes\Directory\shell\Gatehouse\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%V"'
!macroend

!macro customUnInstall
  DeleteRegKey SHCTX "Software\Classes\Directory\shell\Gatehouse"
!macroend
